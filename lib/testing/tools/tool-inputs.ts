/** For each tool with required arguments or several functions, the arguments of calls that cover all of them. */
export const TOOL_INPUTS: Record<string, readonly object[]> = {
  find_in_page: [{ query: 'gulls' }],
  read_section: [{ section: 'Tides' }],
  read_pdf: [{}, { link: 'L1' }, { link: 'Table' }],
  export_page_data: [{ what: 'table' }, { what: 'links' }, { what: 'transcript' }],
  fill_form: [{ form: '', values: { place: 'Hamburg' } }],
  call_page_tool: [{ tool: 'book', arguments: { place: 'Hamburg' } }],
  read_tab: [{ tab_id: 1 }],
  search_chats: [{ query: 'gulls' }],
  search_tabs: [{ query: 'gulls' }],
  search_bookmarks: [{ query: 'gulls' }],
  search_history: [{ query: 'gulls' }],
  web_search: [{ query: 'gulls' }],
  open_page: [{ url: 'https://page.test/other' }],
  look_up: [{ words: 'gulls' }],
};
