/*
 * Exit codes: 0, it is done; 1, it failed, or what was looked for is wrong; 2 and above, a meaning of a single command,
 * told in its help; and this one.
 */

/** The command line could not be understood (EX_USAGE of sysexits.h), told apart from what any command may end with. */
export const USAGE_ERROR = 64;
