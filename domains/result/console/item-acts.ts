import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** Beside an exam's item table: what rooms above do about what it shows. */
export const itemActs = slot<ComponentType<{ readonly examId: string }>>()
