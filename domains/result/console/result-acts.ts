import { slot } from '@kaopei/web'
import type { ComponentType } from 'react'

/** Beside an exam's list of results: where rooms above go on with it. */
export const resultActs = slot<ComponentType<{ readonly examId: string }>>()
