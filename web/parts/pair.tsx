import type { ReactNode } from 'react';

/** A name and its value in a `dl`. */
export function Pair({
  name,
  isSum = false,
  children,
}: {
  name: string;
  isSum?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={isSum ? 'pair sum' : 'pair'}>
      <dt>{name}</dt>
      <dd className="wrap">{children}</dd>
    </div>
  );
}
