import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'button'>, 'type' | 'className' | 'aria-label'> & {
  /** What it does: read aloud, and shown under the pointer where `title` says nothing more. */
  label: string;
  /** The icon. */
  children: ReactNode;
};

/** A button that shows nothing but an icon. */
export function IconButton({ label, title = label, children, ...others }: Props) {
  return (
    <button type="button" className="button quiet icon" aria-label={label} title={title} {...others}>
      {children}
    </button>
  );
}
