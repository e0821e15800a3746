export const EDITORCONFIG = `root = true

[*]
charset = utf-8
end_of_line = lf
indent_style = space
indent_size = 2
insert_final_newline = true
trim_trailing_whitespace = true

[Makefile]
indent_style = tab
`;

export const VSCODE_SETTINGS = `{
  "typescript.tsdk": "node_modules/typescript/lib",
  "files.exclude": { "dist": true },
  "search.exclude": { "config/crd/bases": true }
}
`;

export const VSCODE_EXTENSIONS = `{
  "recommendations": ["redhat.vscode-yaml", "vitest.explorer", "editorconfig.editorconfig"]
}
`;

export const GITIGNORE = `node_modules/
dist/

# The embedded control plane of \`kubewright dev\`, and images that were built without an engine
.kubewright/

# A kubeconfig may hold secrets
*.kubeconfig
kubeconfig

# Editors
.idea/
*.swp
*.swo
*~
`;
