export { group } from './names.js';
export * from './deep.js';
export * as shapes from './shapes.js';
export type { Original as Renamed } from './names.js';
export type Size = 'small' | 'large';
export default interface Fallback {
  to: string;
}
