/** What rooms above this one show on its screens. */
import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** Beside the map of weak points: what can be done about them. */
export const weakPointActs = slot<ComponentType<object>>()
