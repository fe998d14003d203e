// The page of one editor, named in the address (`?quill`), with a sentence in it. `editorText` and `editorUndo` use the
// editor's own functions.
const TEXT = 'Old words stay here';
const host = document.getElementById('editor');

const editors = {
  async prosemirror() {
    const [{ EditorState }, { EditorView }, { DOMParser }, { schema }, { history, undo }, { keymap }, { baseKeymap }] =
      await Promise.all([
        import('prosemirror-state'),
        import('prosemirror-view'),
        import('prosemirror-model'),
        import('prosemirror-schema-basic'),
        import('prosemirror-history'),
        import('prosemirror-keymap'),
        import('prosemirror-commands'),
      ]);
    const content = document.createElement('div');
    content.innerHTML = `<p>${TEXT}</p>`;
    const doc = DOMParser.fromSchema(schema).parse(content);
    const plugins = [history(), keymap(baseKeymap)];
    const view = new EditorView(host, { state: EditorState.create({ doc, plugins }) });
    return {
      text: () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n'),
      undo: () => undo(view.state, view.dispatch),
    };
  },

  async lexical() {
    const [lexical, { registerRichText }, { createEmptyHistoryState, registerHistory }] = await Promise.all([
      import('lexical'),
      import('@lexical/rich-text'),
      import('@lexical/history'),
    ]);
    host.contentEditable = 'true';
    const onError = (error) => console.error(error);
    const editor = lexical.createEditor({ namespace: 'test', onError });
    editor.setRootElement(host);
    registerRichText(editor);
    registerHistory(editor, createEmptyHistoryState(), 0);
    editor.update(
      () => {
        const paragraph = lexical.$createParagraphNode();
        paragraph.append(lexical.$createTextNode(TEXT));
        lexical.$getRoot().clear().append(paragraph);
      },
      { discrete: true, tag: 'history-merge' },
    );
    return {
      text: () => editor.getEditorState().read(() => lexical.$getRoot().getTextContent()),
      undo: () => editor.dispatchCommand(lexical.UNDO_COMMAND, undefined),
    };
  },

  async quill() {
    const [{ default: Quill }] = await Promise.all([import('quill'), import('quill/dist/quill.core.css')]);
    const quill = new Quill(host, { modules: { history: { userOnly: true, delay: 0 } } });
    quill.setText(TEXT);
    return { text: () => quill.getText(), undo: () => quill.history.undo() };
  },

  async codemirror() {
    const [{ basicSetup, EditorView }, { undo }] = await Promise.all([
      import('codemirror'),
      import('@codemirror/commands'),
    ]);
    const view = new EditorView({ doc: TEXT, extensions: [basicSetup], parent: host });
    return { text: () => view.state.doc.toString(), undo: () => undo(view) };
  },

  async monaco() {
    globalThis.MonacoEnvironment = { getWorker: () => new Worker(URL.createObjectURL(new Blob(['']))) };
    const { editor } = await import('monaco-editor/editor/editor.api.js');
    const code = editor.create(host, { value: TEXT, language: 'plaintext', minimap: { enabled: false } });
    return { text: () => code.getValue(), undo: () => code.trigger('test', 'undo') };
  },

  async tinymce() {
    const { default: tinymce } = await import('tinymce/tinymce');
    await Promise.all([
      import('tinymce/icons/default'),
      import('tinymce/themes/silver'),
      import('tinymce/models/dom'),
      import('tinymce/skins/ui/oxide/skin.css'),
    ]);
    host.innerHTML = `<p>${TEXT}</p>`;
    const [editor] = await tinymce.init({ target: host, license_key: 'gpl', skin: false, content_css: false });
    return { text: () => editor.getContent({ format: 'text' }), undo: () => editor.undoManager.undo() };
  },

  async ckeditor() {
    const [{ ClassicEditor, Essentials, Paragraph, Undo }] = await Promise.all([
      import('ckeditor5'),
      import('ckeditor5/ckeditor5.css'),
    ]);
    const editor = await ClassicEditor.create(host, {
      licenseKey: 'GPL',
      plugins: [Essentials, Paragraph, Undo],
      initialData: `<p>${TEXT}</p>`,
    });
    const content = document.createElement('div');
    const text = () => {
      content.innerHTML = editor.getData().replace(/<\/p><p>|<br>/g, '\n');
      return content.textContent;
    };
    return { text, undo: () => editor.execute('undo') };
  },
};

const { text, undo } = await editors[location.search.slice(1)]();
globalThis.editorText = text;
globalThis.editorUndo = () => {
  undo();
};
document.title = 'Ready';
