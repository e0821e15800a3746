export const group = 'example.com';
export interface Original {
  name: string;
}
