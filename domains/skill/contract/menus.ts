import type { Menu } from '@kaopei/contract'

export const skillMenus: readonly Menu[] = []
