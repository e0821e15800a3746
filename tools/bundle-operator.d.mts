export function bundleOperator(options: {
  entry: string;
  folder: string;
  minify?: boolean;
  sourcemap?: boolean;
}): Promise<string>;
