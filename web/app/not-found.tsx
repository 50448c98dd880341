import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageTitle } from '../parts/basics.tsx';
import { useLanguage } from './language.tsx';

/** For an address that leads nowhere, mistyped or of an older version. */
export function NotFound() {
  const { common } = useLanguage();
  return (
    <Stack component="main" align="start" p="lg">
      <PageTitle>{common.notFound.title}</PageTitle>
      <Text>{common.notFound.text}</Text>
      <Button component={Link} to="/home">
        {common.notFound.home}
      </Button>
    </Stack>
  );
}

/** For a fault of the page itself. Reading it anew is all that a reader can do. */
export function PageFailed() {
  const { common } = useLanguage();
  return (
    <Stack component="section" align="start" p="lg">
      <PageTitle>{common.pageFailed}</PageTitle>
      <Button onClick={() => window.location.reload()}>{common.again}</Button>
    </Stack>
  );
}
