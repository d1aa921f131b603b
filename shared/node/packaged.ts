/** The package for npm is a build of its own (`npm run package:npm`), which differs from the sources in where files are. */

/** Set by the build of the package; otherwise there is no such name. */
declare const TPP_PACKAGE: true | undefined;

/** Whether this is the package for npm. */
export const IS_PACKAGED = typeof TPP_PACKAGE !== 'undefined';
