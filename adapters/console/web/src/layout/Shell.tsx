import { Anchor, Burger, Button, Group, Menu, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconExternalLink, IconKeyboard } from '@tabler/icons-react';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { otherService, theConsole } from '../api/console';
import { layout as en } from '../i18n/en/layout';
import { layout as es } from '../i18n/es/layout';
import { useWords } from '../i18n/language';
import { KeyHelp } from '../keys/KeyHelp';
import { useKeys } from '../keys/KeyLayer';
import { isAdmin, useSession } from '../session/session';
import { MenuItemLink } from '../ui/links';
import { sections } from './navigation';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu';

/** The head with the sections, and the page below it. */
export function Shell() {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  const session = useSession();
  const [helped, help] = useDisclosure();
  const mine = sections[theConsole().service].filter((s) => !s.admin || isAdmin(session));
  useKeys(
    [
      { chord: '?', does: words.showKeys, run: help.open },
      ...mine.map((s) => ({ chord: `g ${s.key}`, does: words.goTo(String(words[s.label])), run: () => void navigate({ to: s.to }) })),
    ],
    'console',
  );
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {words.skip}
      </a>
      <header className={`${classes.head} no-print`}>
        <Link to="/" className={classes.brand}>
          <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={22} height={22} />
          Cotejo
        </Link>
        <nav aria-label={words.navigation} className={classes.sections}>
          {mine.map((s) => (
            <Link key={s.to} to={s.to} className={classes.section}>
              {String(words[s.label])}
            </Link>
          ))}
        </nav>
        <NarrowMenu items={mine.map((s) => ({ to: s.to, text: String(words[s.label]) }))} label={words.navigation} />
        <Group gap="xs" wrap="nowrap" ml="auto">
          <OtherService />
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={help.open}
            leftSection={<IconKeyboard size={18} aria-hidden />}
            className={classes.keys}
          >
            ?<VisuallyHidden>{words.showKeys}</VisuallyHidden>
          </Button>
          <UserMenu />
        </Group>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <KeyHelp opened={helped} onClose={help.close} />
    </div>
  );
}

/** The sections on a narrow screen. */
function NarrowMenu({ items, label }: { items: { to: string; text: string }[]; label: string }) {
  const [opened, { toggle, close }] = useDisclosure();
  return (
    <div className={classes.narrow}>
      <Menu opened={opened} onClose={close} position="bottom-start">
        <Menu.Target>
          <Burger opened={opened} onClick={toggle} size="sm" aria-label={label} />
        </Menu.Target>
        <Menu.Dropdown>
          {items.map((i) => (
            <MenuItemLink key={i.to} to={i.to}>
              {i.text}
            </MenuItemLink>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Leads to the console of the other service, where this one knows its address. */
function OtherService() {
  const words = useWords({ es, en });
  const url = otherService();
  if (!url) return null;
  return (
    <Anchor href={url} size="sm" className={classes.section} rel="noopener">
      {theConsole().service === 'intake' ? words.register : words.intake} <IconExternalLink size={14} aria-hidden />
    </Anchor>
  );
}
