// +groupName=example.com

/** The version is the name of the folder. */
export const version = 'v1alpha1';
