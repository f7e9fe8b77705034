import { type ReactNode, useState } from 'react'
import './learn.css'

export function SearchBox({ label, onSearch }: { label: string; onSearch: (keyword: string) => void }): ReactNode {
  const [text, setText] = useState('')
  return (
    <search>
      <form
        className="learn-search"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(text.trim())
        }}
      >
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit">搜索</button>
      </form>
    </search>
  )
}
