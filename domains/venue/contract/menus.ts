import type { Menu } from '@kaopei/contract'

export const venueMenus: readonly Menu[] = []
