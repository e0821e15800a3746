// Words that tie a file to one machine or to one registry. Written in pieces, so that this file does not contain them.
const PATTERNS = [
  {
    what: "a registry's host",
    pattern: hostPattern(['registry', 'npmjs', 'org'], ['registry', 'yarnpkg', 'com']),
  },
  {
    what: "a registry's host",
    pattern: hostPattern(['npm', 'pkg', 'github', 'com'], ['proxy', 'golang', 'org']),
  },
  {
    what: 'a path of one machine',
    pattern: /(?<![\w.$}*-])\/(?:root|home\/[\w.-]+|Users\/[\w.-]+|work\/\w+)\/[\w.]/,
  },
  { what: 'a path of one machine', pattern: /\b[A-Z]:\\Users\\/ },
];

/** What in a text would be wrong on another machine: `line: what: the line`. */
export function findUnportable(text) {
  return text.split('\n').flatMap((line, index) => {
    const found = PATTERNS.find(({ pattern }) => pattern.test(line));
    return found === undefined ? [] : [`${index + 1}: ${found.what}: ${line.trim().slice(0, 120)}`];
  });
}

function hostPattern(...hosts) {
  return new RegExp(`\\b(?:${hosts.map((labels) => labels.join('\\.')).join('|')})\\b`);
}
