/** The version of the package; the bundler puts it in. */
declare const CLI_VERSION: string;
