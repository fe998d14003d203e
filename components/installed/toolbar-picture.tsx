/**
 * A browser window with a page, the panel next to it, and the toolbar with its button. `isPinned`: the button is in the
 * toolbar from the beginning. Otherwise the menu of extensions is open, where it is pinned. The steps next to the
 * picture say the same in words.
 */
export function ToolbarPicture({ isPinned }: { isPinned: boolean }) {
  return (
    <svg className="toolbar-picture" viewBox="0 0 480 250" aria-hidden="true">
      <rect className="window" x="1" y="1" width="478" height="248" rx="12" />
      <path className="frame" d="M1 64 V13 A12 12 0 0 1 13 1 H467 A12 12 0 0 1 479 13 V64 Z" />
      <rect className="tab" x="18" y="8" width="120" height="20" rx="6" />
      <rect className="address" x="18" y="36" width="330" height="20" rx="10" />
      <Lines x={24} y={88} widths={[150, 250, 230, 244, 180, 250, 120]} />
      <path className="edge" d="M318 64 V249" />
      <Lines x={338} y={152} widths={[110, 96, 118]} />
      <rect className="address" x="334" y="214" width="128" height="22" rx="8" />
      {isPinned ? <Mark x={410} /> : <ExtensionsMenu />}
    </svg>
  );
}

/** The name of the extension, which is the same in every language. */
const PRODUCT = 'Sidenote';

function Lines({ x, y, widths }: { x: number; y: number; widths: readonly number[] }) {
  return widths.map((width, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
    <rect key={line} className="text" x={x} y={y + 20 * line} width={width} height="7" rx="3.5" />
  ));
}

/** The button of Sidenote in the toolbar, with a ring around it. */
function Mark({ x }: { x: number }) {
  return (
    <>
      <Logo x={x - 9} y={37} />
      <circle className="ring" cx={x} cy="46" r="17" />
    </>
  );
}

/** The puzzle piece, with the menu that it opens below. */
function ExtensionsMenu() {
  return (
    <>
      <g className="puzzle">
        <path d="M400 40 h5 a4 4 0 1 1 7 0 h6 v6 a4 4 0 1 1 0 7 v4 h-18 v-5 a4 4 0 1 0 0 -6 Z" />
      </g>
      <circle className="ring" cx="409" cy="47" r="17" />
      <rect className="menu" x="330" y="76" width="134" height="46" rx="8" />
      <Logo x={342} y={90} />
      <text className="name" x="368" y="103" fontSize="12">
        {PRODUCT}
      </text>
      <g className="pin">
        <path d="M437 90 h10 l-2 3 v5 l4 4 h-14 l4 -4 v-5 Z M442 102 v7" />
      </g>
      <circle className="ring" cx="442" cy="99" r="14" />
    </>
  );
}

function Logo({ x, y }: { x: number; y: number }) {
  return <image href="/icon/48.png" x={x} y={y} width="18" height="18" />;
}
