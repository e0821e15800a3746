export interface Shape {
  corners: number;
}
