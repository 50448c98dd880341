import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useLanguage } from '../app/language.tsx';

/** A password's field; the eye that shows it has a name in the reader's language. */
export function Password(props: ComponentProps<typeof PasswordInput>) {
  const { common } = useLanguage();
  return <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': common.showPassword }} />;
}
