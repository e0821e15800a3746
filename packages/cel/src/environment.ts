import type { Environment, EnvironmentOptions } from './environment-types.js';

export const createEnvironment = (_options: EnvironmentOptions): Environment => {
  throw new Error('not written yet');
};
