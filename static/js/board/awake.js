/* The screen stays on while it shows the scoreboard; browsers that cannot read this leave it as it is. */
import { keepOn } from "../table/awake.js";

keepOn(false);
