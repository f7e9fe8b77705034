import type { Menu } from '@kaopei/contract'

export const instructorMenus: readonly Menu[] = []
