import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Pager } from './pager.tsx'

function List() {
  const [pageIndex, setPage] = useState(1)
  return (
    <main>
      <section>
        <p>第 {pageIndex} 页的内容</p>
        <Pager pageIndex={pageIndex} pageCount={2} onChange={setPage} />
      </section>
    </main>
  )
}

test('whoever turns the page at the end of a list sees the next one from its beginning', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const shown: string[] = []
  Element.prototype.scrollIntoView = function scrolled() {
    shown.push(this.tagName)
  }
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () => root.render(<List />))
  await act(async () => host.querySelectorAll('button')[1]?.click())
  expect(host.textContent).toContain('第 2 页的内容')
  expect(shown).toEqual(['SECTION'])
  await act(async () => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})
