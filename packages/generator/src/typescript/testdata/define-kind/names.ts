export const group = 'example.com';
export const common = Object.freeze({ group, version: 'v1beta1' });
