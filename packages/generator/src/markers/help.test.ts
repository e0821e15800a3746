import { describe, expect, test } from 'vitest';
import { markerSyntax, searchMarkers } from './help.js';
import { registry } from './test-support/reading.js';
import { markerHelp, markerList } from './text-help.js';

describe('searchMarkers', () => {
  const found = (word: string): string[] => searchMarkers(registry, word).found.map(({ name }) => name);

  test.each([
    ['kubebuilder:printcolumn', ['kubebuilder:printcolumn']],
    ['+kubebuilder:printcolumn:name=A', ['kubebuilder:printcolumn']],
    ['k8s:listType', ['listType']],
    ['@minimum', ['kubebuilder:validation:Minimum']],
    ['@TJS-items.minimum', ['kubebuilder:validation:items:Minimum']],
    ['kubebuilder:subresource', ['kubebuilder:subresource:status', 'kubebuilder:subresource:scale']],
    ['kubebuilder:subresource:', ['kubebuilder:subresource:status', 'kubebuilder:subresource:scale']],
    ['minimum', ['kubebuilder:validation:Minimum', 'kubebuilder:validation:items:Minimum']],
    ['default', ['default']],
    ['deprecated', ['kubebuilder:deprecatedversion']],
    ['genclient:noStatus', ['genclient']],
  ])('%s finds %j', (word, names) => {
    expect(found(word)).toEqual(names);
  });

  test.each([
    ['printcolum', 'printcolumn'],
    ['kubebuilder:printcolum', '+kubebuilder:printcolumn'],
    ['minimun', 'Minimum'],
    ['@minmum', '@minimum'],
    ['@nothing', undefined],
    ['nothing-like-it', undefined],
  ])('%s finds nothing, and %s was meant', (word, suggestion) => {
    expect(searchMarkers(registry, word)).toEqual({
      found: [],
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  });
});

describe('help', () => {
  test('says how a marker is written, what it does, where it stands, its arguments, and shows it', () => {
    const definition = registry.find('kubebuilder:subresource:scale');
    expect(definition && markerHelp(definition, { columns: 80 })).toBe(`+kubebuilder:subresource:scale:...

  Serves the resource scale, for kubectl scale and autoscalers.
  On types.

  Arguments:
    specpath      text. Path of the wanted number of replicas. Required.
    statuspath    text. Path of the number of replicas that run. Required.
    selectorpath  text. Path of the selector of the pods, as a text. A
                  HorizontalPodAutoscaler needs it.

  Example:
    /** +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector */
    export interface CronTab extends CustomResource<CronTabSpec, CronTabStatus> {}
`);
  });

  test('lists every marker under its heading, in lines of the width of the terminal', () => {
    const list = markerList(registry.definitions, { columns: 100 });
    for (const { name } of registry.definitions) expect(list).toContain(`  +${name}`);
    expect(list).toContain('\n\nServer-side apply\n');
    for (const line of list.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  test.each([
    ['optional', '+optional'],
    ['listType', '+listType=map|set|atomic'],
    ['groupName', '+groupName[=text]'],
    ['kubebuilder:validation:Enum', '+kubebuilder:validation:Enum={value,...}'],
    ['kubebuilder:webhookconfiguration', '+kubebuilder:webhookconfiguration:mutating=true|false[,name=text]'],
    ['default', '+default=JSON'],
    ['genclient', '+genclient...'],
  ])('%s is written %s', (name, syntax) => {
    const definition = registry.find(name);
    expect(definition && markerSyntax(definition)).toBe(syntax);
  });
});
