/** What rooms above this one show on the platform's pages. */
import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** Below the list of companies: what the platform has to know of all of them. */
export const platformNotes = slot<ComponentType>()
