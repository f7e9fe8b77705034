/** What rooms above add to the page of an open attempt. They stand beside the paper and never in its way. */
import { slot } from '@kaopei/web/candidate'
import type { ComponentType } from 'react'
import type { SittingSession } from './session/session.ts'

export interface OpenRoom {
  readonly attemptId: string
  /** The server's time in milliseconds. */
  readonly now: () => number
  /** An answer has been on its way for so long that nothing else should use the network. */
  readonly isAnswerWaiting: () => boolean
  /** An event of the attempt, told with the next heartbeat. */
  readonly report: SittingSession['report']
  /** A dialog of the browser is about to take the focus. */
  readonly announce: SittingSession['announce']
  /** How busy the server is (0 to 10), with each sign of life that it answers. */
  readonly onLoad: SittingSession['onLoad']
}

export interface RoomPartProps {
  readonly room: OpenRoom
  /** This tab is where the attempt is answered: it has the lease, and the paper is not in. */
  readonly isHere: boolean
  readonly isPaused: boolean
}

export const roomParts = slot<ComponentType<RoomPartProps>>()
