import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconKey, IconLogout } from '@tabler/icons-react';
import { theConsole } from '../api/console';
import { layout as en } from '../i18n/en/layout';
import { layout as es } from '../i18n/es/layout';
import { useLanguage, useWords } from '../i18n/language';
import { PasswordDialog } from '../session/PasswordDialog';
import { useSession } from '../session/session';
import { useLogOut } from '../session/useLogOut';
import classes from './Shell.module.css';

const schemes = ['light', 'dark', 'auto'] as const;
const languages = { es: 'Español', en: 'English' };

/** What is the user's own: the session, how the console looks, its language. */
export function UserMenu() {
  const words = useWords({ es, en });
  const session = useSession();
  const leave = useLogOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language, setLanguage } = useLanguage();
  const [changing, password] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <UnstyledButton className={classes.user}>
            {session.name || session.username}
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={password.open}>
            {words.changePassword}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
            {words.signOut}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{words.theme}</Menu.Label>
          {schemes.map((value) => (
            <Menu.RadioItem key={value} value={value} checked={colorScheme === value} onChange={() => setColorScheme(value)} closeMenuOnClick>
              {words[value]}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          <Menu.Label>{words.language}</Menu.Label>
          {(['es', 'en'] as const).map((value) => (
            <Menu.RadioItem key={value} value={value} lang={value} checked={language === value} onChange={() => setLanguage(value)} closeMenuOnClick>
              {languages[value]}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          <Menu.Item component="a" href={`${import.meta.env.BASE_URL}licences.md`} target="_blank">
            {words.version(theConsole().version)} · {words.licences}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PasswordDialog opened={changing} onClose={password.close} />
    </>
  );
}
