import { Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** A list's lesser filters: in sight where there is room, folded on phones unless one is in use. */
export function MoreFilters({
  label,
  isUsed,
  children,
}: {
  label: string;
  isUsed: boolean;
  children: ReactNode;
}) {
  const isWide = useMediaQuery('(min-width: 62em)', window.innerWidth >= 992, {
    getInitialValueInEffect: false,
  });
  if (isWide) return children;
  return (
    <details className="more-filters" open={isUsed}>
      <summary className="fold">{label}</summary>
      <Group align="end">{children}</Group>
    </details>
  );
}
