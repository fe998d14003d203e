import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'button'>, 'type' | 'className' | 'aria-label'> & {
  /** The accessible name, also shown on hover unless `title` is given. */
  label: string;
  /** The icon. */
  children: ReactNode;
};

/** A button with only an icon. */
export function IconButton({ label, title = label, children, ...others }: Props) {
  return (
    <button type="button" className="button quiet icon" aria-label={label} title={title} {...others}>
      {children}
    </button>
  );
}
