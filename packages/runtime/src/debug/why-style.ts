/** The style of the page; its hash stands in the content security policy. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5d6878; --line: #d9dee6; --card: #fff; --ground: #f4f6f9;
  --ok: #2f9e6e; --wait: #3f7fd1; --bad: #d1483f; --noop: #b58900; --mark: #eef3fb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --soft: #98a3b3; --line: #323a46; --card: #1b2029;
  --ground: #12151b; --mark: #222a36; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px; background: var(--ground); color: var(--ink); font: 14px/1.45 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 24px 0 8px; }
p.lead { color: var(--soft); margin: 0 0 16px; }
form { display: flex; gap: 8px; flex-wrap: wrap; margin: 0 0 16px; }
form label { color: var(--soft); } input, select, button { font: inherit; padding: 3px 8px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 8px; padding: 8px 12px; }
.loop { border-left: 4px solid var(--bad); }
.timeline { overflow: hidden; padding: 12px; } .timeline svg { width: 100%; height: auto; display: block; }
.timeline text { fill: var(--soft); font-size: 11px; } .axis { stroke: var(--line); }
.success { fill: var(--ok); } .requeueAfter, .requeue { fill: var(--wait); }
.retry, .terminal { fill: var(--bad); } .stopped { fill: var(--soft); }
summary { cursor: pointer; display: grid; gap: 0 12px; grid-template-columns: 90px 210px 1fr 120px 170px; }
summary .why { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
time, .dim { color: var(--soft); } .num { text-align: right; }
.tag { border-radius: 4px; padding: 0 6px; background: var(--mark); white-space: nowrap; }
.tag.ok { color: var(--ok); } .tag.wait { color: var(--wait); } .tag.bad { color: var(--bad); } .tag.noop { color: var(--noop); }
table { border-collapse: collapse; width: 100%; margin: 8px 0; } td, th { text-align: left; padding: 3px 12px 3px 0;
  vertical-align: top; border-top: 1px solid var(--line); } th { color: var(--soft); font-weight: 500; }
td.bar { width: 180px; } td.bar svg { display: block; width: 170px; height: 14px; } td.bar rect.call { fill: var(--wait); }
td.bar rect.bad { fill: var(--bad); }
code { font: 12px/1.5 ui-monospace, monospace; } .added { color: var(--ok); } .removed { color: var(--bad); }
ul { margin: 2px 0; padding-left: 18px; } .empty { color: var(--soft); padding: 32px; text-align: center; }
`;
