import { ActionIcon, type ActionIconProps, Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

// The components that lead to another page of the console: "to", "params" and "search" are those of its routes.

/** The properties of a component that is drawn as <a>. */
type Native<Own> = Own & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: React.Ref<HTMLAnchorElement> };

export const AnchorLink = createLink((props: Native<AnchorProps>) => <Anchor {...props} />);
export const ButtonLink = createLink((props: Native<ButtonProps>) => <Button component="a" {...props} />);
export const ActionIconLink = createLink((props: Native<ActionIconProps>) => <ActionIcon component="a" {...props} />);
export const MenuItemLink = createLink((props: Native<MenuItemProps>) => <Menu.Item component="a" {...props} />);
