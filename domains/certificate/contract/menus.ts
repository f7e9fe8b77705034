import type { Menu } from '@kaopei/contract'

export const certificateMenus: readonly Menu[] = []
