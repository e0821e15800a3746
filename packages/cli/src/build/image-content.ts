// What images of operators have in common, whether they are made here or from a project's Dockerfile.

/** Where the operator stands in the image; its working directory, so that it finds `assets/...` there as in the project. */
export const APP_FOLDER = '/app';

/** Of nobody: user and group. */
export const USER = '65532:65532';

/** The young generation stays small: an operator that works hard takes some 7 MiB less by it. */
export const NODE_OPTIONS = ['--enable-source-maps', '--max-semi-space-size=4'];
