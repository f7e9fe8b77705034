import type { Endpoint } from '@kaopei/contract'
import { answerMark } from '@kaopei/contract'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { access } from './client/access.ts'
import { session } from './client/session.ts'
import { createStore, type Store } from './client/store.ts'
import { useStore } from './client/use-store.ts'
import { WebProviders } from './providers.tsx'
import { queryClient } from './query.ts'

/** What the server answers to each endpoint, also as a function of what it is asked; the network is all that is not real. */
export type Answers = readonly (readonly [Endpoint, unknown])[]

/** As an answer: the server refuses. */
export class Refusal {
  readonly code: number
  readonly message: string
  readonly data: unknown
  constructor(code: number, message: string, data: unknown = null) {
    this.code = code
    this.message = message
    this.data = data
  }
}

export interface Screen {
  /** What a person reads, drawers included. */
  readonly text: () => string
  readonly click: (label: string) => Promise<void>
  /** Waits until the screen says this. */
  readonly sees: (text: string) => Promise<void>
  readonly sent: readonly { readonly path: string; readonly body: unknown }[]
  readonly address: () => string
  /** Draws this in the screen's place, as a parent's new state would. */
  readonly show: (page: ReactNode) => Promise<void>
  readonly close: () => void
}

const goToLogin = () => undefined

/** Opens one screen at an address, signed in as an administrator, in jsdom. For vitest's `web` project. */
export async function openScreen(page: ReactNode, address: string, answers: Answers): Promise<Screen> {
  standIn()
  const sent: { path: string; body: unknown }[] = []
  const byPath = new Map(answers.map(([endpoint, data]) => [endpoint.facts.path, data]))
  vi.stubGlobal('fetch', async (input: unknown, init?: RequestInit) => {
    const path = new URL(String(input), 'http://localhost').pathname
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    sent.push({ path, body })
    const isKnown = byPath.has(path)
    const given = byPath.get(path)
    const answer: unknown = typeof given === 'function' ? given(body) : given
    const envelope =
      answer instanceof Refusal
        ? { code: answer.code, message: answer.message, data: answer.data }
        : { code: isKnown ? 0 : 404, message: isKnown ? 'success' : `no answer for ${path}`, data: answer ?? null }
    return Response.json(envelope, { headers: { [answerMark.name]: answerMark.value } })
  })
  session.start({ token: 'token', signKey: 'key', staffId: 'staff' })
  access.set({ isAdmin: true, rights: new Set() })
  queryClient.clear()
  const turn = createStore(page)
  const router = createMemoryRouter([{ path: '*', element: <Shown turn={turn} /> }], { initialEntries: [address] })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () =>
    root.render(
      <WebProviders goToLogin={goToLogin}>
        <RouterProvider router={router} />
      </WebProviders>,
    ),
  )
  const text = () => withoutGaps(document.body.textContent)
  const sees = async (wanted: string) => {
    const deadline = Date.now() + 10_000
    while (!text().includes(wanted)) {
      if (Date.now() > deadline) throw new Error(`"${wanted}" is not on: ${text()}`)
      // React draws what has come when `act` ends, so each look is one. Drawers and messages come in chunks of their own.
      await act(async () => {
        await vi.dynamicImportSettled()
        await new Promise((resolve) => setTimeout(resolve, 10))
      })
    }
  }
  return {
    text,
    sees,
    sent,
    address: () => router.state.location.pathname + router.state.location.search,
    show: (next) => act(async () => turn.set(next)),
    click: async (label) => {
      await sees(label)
      const button = [...document.querySelectorAll('button')].find((candidate) => withoutGaps(candidate.textContent) === label)
      if (!button) throw new Error(`no button says ${label}`)
      await act(async () => button.click())
    },
    close: () => {
      act(() => root.unmount())
      host.remove()
      vi.unstubAllGlobals()
    },
  }
}

function Shown({ turn }: { readonly turn: Store<ReactNode> }): ReactNode {
  return useStore(turn)
}

/** antd sets a space between the two characters of a button. */
function withoutGaps(text: string): string {
  return text.replace(/(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])/g, '')
}

/** What jsdom lacks and antd asks for. */
function standIn(): void {
  const nothing = () => undefined
  const { getComputedStyle } = window
  vi.stubGlobal('getComputedStyle', (element: Element) => getComputedStyle(element))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: false,
    media,
    addEventListener: nothing,
    removeEventListener: nothing,
    addListener: nothing,
    removeListener: nothing,
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      unobserve = nothing
      disconnect = nothing
    },
  )
}
