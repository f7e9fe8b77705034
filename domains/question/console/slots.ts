/** What rooms above this one add to the screens of questions. */
import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** In the line of a knowledge point. */
export const pointActs = slot<ComponentType<{ readonly point: { readonly id: string; readonly name: string } }>>()
