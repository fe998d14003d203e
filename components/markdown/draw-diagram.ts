import { renderMermaidSVG } from 'beautiful-mermaid';

/** A drawing as the URL of an image, with its size in CSS pixels. */
export type Drawing = { url: string; width: number; height: number };

/** Colours in CSS notation. */
export type DrawingColours = { ground: string; ink: string; soft: string; line: string };

/**
 * Draws a Mermaid diagram: flowcharts, states, sequences, classes, entities and charts. Null for anything else. The
 * result is shown as an image, in which nothing is executed or loaded.
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
