/** The shells that are known, and what each loads. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/*
 * Every script asks the command itself, `__complete --current=WORD -- WORDS BEFORE`, so that it never is behind it. The
 * answer has a line for each candidate, value and description with a tab between, and last `:none`, `:files` or `:folders`:
 * what the shell is to offer of the file system. In a project the command need not be on the PATH (`alias
 * kubewright='npx kubewright'`): then that of the project in the current folder is asked.
 */

/** Bash cuts words at = and :, and replaces what follows the cut; the command sees whole words. */
const bash = `# bash completion of kubewright; to load it: source <(kubewright completion bash)
_kubewright() {
  local line="\${COMP_LINE:0:COMP_POINT}" word head='' breaks answer value
  local -a words=() lines=()
  read -r -a words <<<"$line"
  local program="\${words[0]/#\\~/$HOME}"
  [[ -z "$(type -P "$program")" ]] && program=node_modules/.bin/kubewright
  word="\${line##*[[:space:]]}"
  [[ -n $word ]] && unset "words[\${#words[@]}-1]"
  answer="$("$program" __complete --current="$word" -- "\${words[@]:1}" 2>/dev/null)" || return 0
  mapfile -t lines <<<"$answer"
  breaks="\${COMP_WORDBREAKS//[^=:]/}"
  [[ -n $breaks && $word == *["$breaks"]* ]] && head="\${word%"\${word##*["$breaks"]}"}"
  COMPREPLY=()
  for value in "\${lines[@]}"; do
    [[ $value == :* ]] && continue
    value="\${value%%$'\\t'*}"
    COMPREPLY+=("\${value#"$head"}")
  done
  word="\${word#*=}"
  case "\${lines[-1]}" in
    :files) mapfile -t lines < <(compgen -f -- "$word") ;;
    :folders) mapfile -t lines < <(compgen -d -- "$word") ;;
    *) lines=() ;;
  esac
  if [[ \${#lines[@]} -gt 0 ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=("\${lines[@]}")
  fi
}
complete -F _kubewright kubewright
`;

const zsh = `#compdef kubewright
# zsh completion of kubewright; to load it: source <(kubewright completion zsh), after compinit
_kubewright() {
  local -a lines found
  local line program="\${words[1]}"
  whence -p -- "$program" >/dev/null || program=node_modules/.bin/kubewright
  lines=("\${(@f)$("$program" __complete --current="\${words[CURRENT]}" -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  for line in "\${(@)lines}"; do
    [[ $line == :* ]] && continue
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( \${#found} )) && _describe -t values kubewright found
  case "\${lines[-1]}" in
    :files) compset -P '*=' ; _files ;;
    :folders) compset -P '*=' ; _files -/ ;;
  esac
}
compdef _kubewright kubewright
`;

const fish = `# fish completion of kubewright; to load it: kubewright completion fish | source
function __kubewright_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    type -fq -- $program; or set program node_modules/.bin/kubewright
    set -l lines ($program __complete --current="$current" -- $words[2..-1] 2>/dev/null)
    for line in $lines
        string match -q ':*' -- $line; or echo $line
    end
    switch "$lines[-1]"
        case :files
            __fish_complete_path (string replace -r '^--[^=]*=' '' -- $current)
        case :folders
            __fish_complete_directories (string replace -r '^--[^=]*=' '' -- $current)
    end
end
complete -c kubewright -f -a '(__kubewright_complete)'
`;

const powershell = `# PowerShell completion of kubewright; to load it: kubewright completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName kubewright -ScriptBlock {
  param($word, $ast, $cursor)
  $elements = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor -or $word -eq '' } | ForEach-Object { $_.ToString() })
  $before = @($elements | Select-Object -Skip 1)
  $program = Get-Command -Type Application $elements[0] -ErrorAction SilentlyContinue | Select-Object -First 1
  if (-not $program) { $program = 'node_modules/.bin/kubewright' }
  $lines = @(& $program __complete "--current=$word" -- @before 2>$null)
  foreach ($line in $lines) {
    if ($line.StartsWith(':')) { continue }
    $value, $description = $line -split "\`t", 2
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
  }
}
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell };

/** What a shell is to load. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}
