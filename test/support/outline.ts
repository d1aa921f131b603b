/** A collection and a report as lines that a reader can check. */
import { composedOfStep } from '../../shared/collections/request-step.ts';
import type { Step } from '../../shared/collections/steps.ts';
import type { Folder, Report } from '../../shared/interchange/model.ts';
import { httpOf } from '../../shared/requests/http.ts';

export function outlineOf(folder: Folder, indent = ''): string[] {
  const { about, headers, variables, secret } = folder.settings;
  const inner = `${indent}  `;
  return [
    `${indent}${folder.name}/ (${folder.role})`,
    ...Object.entries(variables).map(([name, value]) => `${inner}${name} = ${JSON.stringify(value)}`),
    ...Object.entries(headers).map(([name, value]) => `${inner}${name}: ${value}`),
    ...(secret.length === 0 ? [] : [`${inner}secret: ${secret.join(', ')}`]),
    ...(about === undefined ? [] : [`${inner}about: ${JSON.stringify(about)}`]),
    ...folder.children.flatMap((child) =>
      child.kind === 'folder' ? outlineOf(child, inner) : stepLines(child.step).map((line) => inner + line),
    ),
  ];
}

function stepLines(step: Step): string[] {
  const http = step.request === undefined ? null : httpOf(composedOfStep(step.request));
  const { json, text } = step.request ?? {};
  return [
    `- ${step.name}${step.tags === undefined ? '' : ` [${step.tags.join(', ')}]`}`,
    ...(step.about === undefined ? [] : [`   about: ${JSON.stringify(step.about)}`]),
    ...(http === null ? [] : [`   ${http.method} ${http.path} (${http.operation?.id ?? 'unknown'})`]),
    ...(http?.headers ?? []).map(([name, value]) => `   ${name}: ${value}`),
    ...(json === undefined ? [] : [`   json ${JSON.stringify(json)}`]),
    ...(text === undefined ? [] : text.map((line) => `   text ${JSON.stringify(line)}`)),
    ...(step.expect ?? []).map(
      ({ that, must }) => `   expect ${JSON.stringify(that)} ${JSON.stringify(must)}`,
    ),
    ...(step.keep ?? []).map(({ as, from }) => `   keep ${as} from ${JSON.stringify(from)}`),
  ];
}

export function reportLines(report: Report): string[] {
  return report.flatMap(({ kind, name, result, notes }) => [
    `${result}: ${kind} ${name}`,
    ...notes.map((note) => `  ${note}`),
  ]);
}
