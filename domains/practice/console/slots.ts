/** What rooms above this one show on its screens. */
import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** Beside the map of weak points: what can be done about those that are chosen. */
export const weakPointActs = slot<ComponentType<{ readonly pointIds: readonly string[] }>>()
