/** One of a list at the left of a place: name above, facts below. */
import type { ReactNode } from 'react';

export function ListItem(props: {
  name: string;
  current: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { name, current, onClick, children } = props;
  return (
    <button type="button" className="list-item inset" aria-current={current} onClick={onClick}>
      <strong className="cut">{name}</strong>
      {children}
    </button>
  );
}
