import { common, createLowlight } from 'lowlight';

const lowlight = createLowlight(common);

/** A piece of code with its highlight.js class (`hljs-keyword`), or a plain string without one. */
export type CodePiece = string | { className: string; pieces: readonly CodePiece[] };

type Nodes = ReturnType<typeof lowlight.highlight>['children'];

/** Returns the highlighted pieces of `code`, or null if the language is unknown. Joined, they equal `code`. */
export function highlight(code: string, language: string): readonly CodePiece[] | null {
  if (!lowlight.registered(language)) return null;
  return toCodePieces(lowlight.highlight(language, code).children);
}

function toCodePieces(nodes: Nodes): CodePiece[] {
  return nodes.flatMap((node): CodePiece[] => {
    if (node.type === 'text') return [node.value];
    if (node.type !== 'element') return [];
    const names = node.properties.className;
    return [{ className: Array.isArray(names) ? names.join(' ') : '', pieces: toCodePieces(node.children as Nodes) }];
  });
}
