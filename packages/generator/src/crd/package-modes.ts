import type { ProgramModel } from '../model/program-model.js';
import type { TypeDeclaration } from '../model/schema-type.js';

/** What markers of packages say about the types in them. */
export interface PackageModes {
  readonly isOptional: (declaration: TypeDeclaration) => boolean;
  readonly isSkipped: (declaration: TypeDeclaration) => boolean;
}

/** Markers that stand on no type hold for their folder, which is what a package is in Go. */
export function packageModes({ fileMarkers }: ProgramModel): PackageModes {
  const inFoldersOf = (name: string): ((declaration: TypeDeclaration) => boolean) => {
    const folders = new Set(
      fileMarkers.filter((marker) => marker.name === name).map(({ file }) => folderOf(file)),
    );
    return ({ position }) => position !== undefined && folders.has(folderOf(position.file));
  };
  return {
    isOptional: inFoldersOf('kubebuilder:validation:Optional'),
    isSkipped: inFoldersOf('kubebuilder:skip'),
  };
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}
