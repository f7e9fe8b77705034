/** How the sheet is shown to one person, and what they may do beside answering; {}: as everybody. */
import { z } from 'zod'

export const comfort = z.object({
  /** Of the usual size. */
  fontPercent: z.int().min(100).max(250).optional(),
  /** Nothing moves by itself, and what changes is said. */
  isScreenReader: z.boolean().optional(),
  /** The timer is shown and said at these minutes before the end alone. */
  timerMinutes: z.array(z.int().min(1).max(600)).max(10).optional(),
  /** Breaks in which the clock stands still: how many, and minutes of all together. */
  breakCount: z.int().min(0).max(20).optional(),
  breakMinutes: z.int().min(0).max(240).optional(),
})
export type Comfort = z.output<typeof comfort>
