export const EDITORCONFIG = `root = true

[*]
charset = utf-8
end_of_line = lf
indent_style = space
indent_size = 2
max_line_length = 110
insert_final_newline = true
trim_trailing_whitespace = true

[Makefile]
indent_style = tab
`;

/** The schemas are made by `npm run generate`; with them the editor completes and checks samples. */
export const VSCODE_SETTINGS = `{
  "typescript.tsdk": "node_modules/typescript/lib",
  "yaml.schemas": {
    "./.kubewright/schemas/all.json": "config/samples/*.yaml"
  },
  "search.exclude": { "config/crd/bases": true }
}
`;

export const VSCODE_EXTENSIONS = `{
  "recommendations": ["redhat.vscode-yaml", "vitest.explorer", "editorconfig.editorconfig"]
}
`;

export const GITIGNORE = `node_modules/
dist/

# What commands leave: the kubeconfig of \`dev\`, images, schemas for editors
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
