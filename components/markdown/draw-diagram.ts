import { renderMermaidSVG } from 'beautiful-mermaid';

/** A drawing as the address of a picture, and its size in CSS pixels. */
export type Drawing = { url: string; width: number; height: number };

/** Colours as CSS has them. */
export type DrawingColours = { ground: string; ink: string; soft: string; line: string };

/**
 * Draws a Mermaid diagram: flowcharts, states, sequences, classes, entities and charts. null for what is none of these. The drawing is
 * shown as a picture: in a picture nothing runs and nothing is loaded.
 */
export function drawDiagram(code: string, { ground, ink, soft, line }: DrawingColours): Drawing | null {
  try {
    const svg = renderMermaidSVG(code, {
      bg: ground,
      fg: ink,
      muted: soft,
      line: soft,
      border: line,
      font: 'system-ui',
      padding: 12,
      transparent: true,
    });
    const [, width, height] = /<svg[^>]*\bwidth="([\d.]+)"[^>]*\bheight="([\d.]+)"/.exec(svg) ?? [];
    if (!(Number(width) > 0 && Number(height) > 0)) return null;
    return { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, width: Number(width), height: Number(height) };
  } catch {
    return null;
  }
}
