import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { WebProviders } from './providers.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
// What jsdom lacks and the UI library asks for.
Object.assign(window, {
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  scrollTo: () => undefined,
})
const styleOf = window.getComputedStyle.bind(window)
window.getComputedStyle = (element) => styleOf(element) // jsdom complains about pseudo-elements
Element.prototype.scrollIntoView ??= () => undefined

export interface Screen {
  readonly text: () => string
  /** Where the address stands. */
  readonly address: () => string
  /** The control with this label. */
  readonly field: (label: string) => HTMLInputElement
  readonly button: (name: string) => HTMLButtonElement
  readonly type: (label: string, value: string) => Promise<void>
  readonly click: (name: string) => Promise<void>
  /** Waits until this is true of the page. */
  readonly until: (holds: () => boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** Draws a screen with everything a screen stands in. */
export async function openScreen(screen: ReactNode, path = '/'): Promise<Screen> {
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [path] })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () =>
    root.render(
      <WebProviders goToLogin={() => undefined}>
        <RouterProvider router={router} />
      </WebProviders>,
    ),
  )
  const button = (name: string) =>
    find([...document.querySelectorAll('button')], (one) => nameOf(one) === name.replaceAll(' ', ''), name)
  const field = (label: string) => {
    const tag = find([...document.querySelectorAll('label')], (one) => one.textContent?.trim() === label, label)
    return find([...document.querySelectorAll('input')], (one) => one.id === tag.htmlFor, label)
  }
  const until = async (holds: () => boolean) => {
    const deadline = Date.now() + 5_000
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(`it never came; the page says: ${document.body.textContent}`)
      await act(() => new Promise((resolve) => setImmediate(resolve)))
    }
  }
  return {
    text: () => document.body.textContent ?? '',
    address: () => router.state.location.pathname + router.state.location.search,
    field,
    button,
    until,
    type: (label, value) => act(async () => setValue(field(label), value)),
    click: (name) => act(async () => button(name).click()),
    close: () =>
      act(async () => {
        root.unmount()
        host.remove()
      }),
  }
}

function find<Node>(nodes: readonly Node[], fits: (node: Node) => boolean, what: string): Node {
  const found = nodes.find(fits)
  if (found === undefined) throw new Error(`nothing is called ${what}; the page says: ${document.body.textContent}`)
  return found
}

const nameOf = (button: HTMLButtonElement) =>
  (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll(/\s/g, '')

/** Typing as React hears it: through the element's own setter, with an input event. */
function setValue(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
