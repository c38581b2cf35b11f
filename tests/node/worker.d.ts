/* What the server puts before the service worker. */
declare const VERSION: string;
declare const SHELL: string[];
