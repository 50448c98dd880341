import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useLanguage } from '../app/language.tsx';

/** A value with a button that copies it. */
export function Copied({ value }: { value: string }) {
  const { common } = useLanguage();
  return (
    <span className="copied">
      <span className="wrap">{value}</span>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            className="touch"
            aria-label={`${copied ? common.copied : common.copy}: ${value}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}
