const SCALARS = new Set(['string', 'bytes', 'bool', 'int32', 'int64', 'uint32', 'uint64', 'double', 'float', 'fixed64']);

/** The messages of one .proto file, as `go-to-protobuf` writes them: full name -> fields. */
export function parseProto(text) {
  const packageName = /^package ([\w.]+);/m.exec(text)[1];
  const messages = new Map();
  let fields;
  for (const line of text.split('\n')) {
    const message = /^message (\w+) \{/.exec(line);
    if (message !== null) {
      fields = [];
      messages.set(`${packageName}.${message[1]}`, fields);
      continue;
    }
    const map = /^  map<string, ([\w.]+)> (\w+) = (\d+);/.exec(line);
    const field = /^  (optional|required|repeated) ([\w.]+) (\w+) = (\d+)/.exec(line);
    if (map !== null) fields.push(describe('%', map[1], map[2], map[3], packageName));
    else if (field !== null) {
      fields.push(describe(field[1] === 'repeated' ? '*' : '', field[2], field[3], field[4], packageName));
    }
  }
  return messages;
}

function describe(modifier, type, name, number, packageName) {
  const base = { modifier, name, number: Number(number) };
  if (SCALARS.has(type)) return { ...base, type };
  return { ...base, message: type.includes('.') ? type.replace(/^\./, '') : `${packageName}.${type}` };
}
