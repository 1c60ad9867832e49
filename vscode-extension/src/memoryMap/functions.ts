import * as vscode from "vscode";
import type { FunctionChoice } from "../messages";

/** A function with the place of its name, and its whole range. */
export interface PlacedChoice extends FunctionChoice {
  range: vscode.Range;
  position: vscode.Position;
}

/** The functions of a document in the order of the text, from its outline. */
export async function functionChoices(document: vscode.TextDocument): Promise<PlacedChoice[]> {
  const outline = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    document.uri,
  );
  const found: PlacedChoice[] = [];
  const visit = (symbols: readonly vscode.DocumentSymbol[]): void => {
    for (const symbol of symbols) {
      const { start } = symbol.selectionRange;
      if (symbol.kind === vscode.SymbolKind.Function)
        found.push({
          name: symbol.name.replace(/^@/, ""),
          line: start.line,
          position: start,
          range: symbol.range,
        });
      else visit(symbol.children ?? []);
    }
  };
  visit(outline ?? []);
  return found.sort((a, b) => a.line - b.line);
}
