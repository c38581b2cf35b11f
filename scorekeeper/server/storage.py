"""Static files: hashed names, compressed once, served with a cache time of for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also rewrites the imports between our JavaScript modules to hashed names."""

    support_js_module_import_aggregation = True
